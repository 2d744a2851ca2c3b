// SPDX-License-Identifier: Apache-2.0
import { createContext } from 'react';

/** Changes whenever what has been read may be no longer true; everything below is then asked again. */
export const Freshness = createContext(0);
