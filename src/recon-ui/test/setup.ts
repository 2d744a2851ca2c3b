// SPDX-License-Identifier: Apache-2.0
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

/** What jsdom leaves out of a browser. */
class FixedSize implements ResizeObserver {
  private readonly told: ResizeObserverCallback;

  constructor(told: ResizeObserverCallback) {
    this.told = told;
  }

  observe() {
    queueMicrotask(() => { this.told([], this); });
  }

  unobserve() {
    // Sizes never change here.
  }

  disconnect() {
    // Sizes never change here.
  }
}

vi.stubGlobal('ResizeObserver', FixedSize);
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) { this.open = true; },
  close(this: HTMLDialogElement) { this.open = false; },
});
Object.assign(HTMLElement.prototype, { scrollTo: () => undefined });
Object.assign(HTMLCanvasElement.prototype, { getContext: () => null });
Object.assign(window, {
  matchMedia: () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }),
});

// Two busy cores are slow; nothing waits for this long unless it fails.
configure({ asyncUtilTimeout: 30_000 });

beforeEach(() => {
  window.location.hash = '';
});

afterEach(() => {
  cleanup();
});
