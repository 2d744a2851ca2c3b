// SPDX-License-Identifier: Apache-2.0
import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { open, ring } from './recon';

describe('The page', () => {
  test('goes back with the back button', async () => {
    ring();
    open('#/buckets');
    await screen.findByRole('link', { name: '/v/b' });
    window.location.hash = '#/jobs';
    expect(await screen.findByRole('heading', { name: 'Jobs' })).toBeDefined();
    window.history.back();
    expect(await screen.findByRole('heading', { name: 'Buckets' })).toBeDefined();
  });

  test('leads back to Recon', () => {
    ring();
    open('#/jobs');
    const back = new URL(screen.getByRole('link', { name: /Back to Recon/ }).getAttribute('href') ?? '',
      'http://recon:9888/api/v1/om/compaction/ui/');
    expect(back.href).toBe('http://recon:9888/');
  });

  test('asks what it needs when something answers without JSON', async () => {
    const plain = (status: number) => () => Promise.resolve(new Response('<html>', { status }));
    vi.stubGlobal('fetch', plain(401));
    open('#/jobs');
    expect(await screen.findByText(/Sign in to Recon/)).toBeDefined();
  });
});
