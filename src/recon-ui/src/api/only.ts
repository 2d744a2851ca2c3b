// SPDX-License-Identifier: Apache-2.0
type Loose<T> = { [K in keyof T]: T[K] | undefined };

/** Without the fields that are undefined. */
export function only<T extends object>(values: Loose<T>): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}
