// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

let programs: string;

beforeAll(() => {
  programs = mkdtempSync(join(tmpdir(), 'node-version-'));
  writeFileSync(join(programs, 'npm'), '#!/bin/sh\n', { mode: 0o755 });
});

afterAll(() => {
  rmSync(programs, { recursive: true });
});

/** What build/once.sh does where Node.js says that it is of this version. */
function build(version: string) {
  const node = `#!/bin/sh\n[ "$1" = --version ] && echo ${version} || echo builds\n`;
  writeFileSync(join(programs, 'node'), node, { mode: 0o755 });
  const PATH = [programs, process.env.PATH ?? ''].join(delimiter);
  return spawnSync('bash', ['build/once.sh', 'build'], { env: { ...process.env, PATH }, encoding: 'utf8' });
}

test.each(['v20.19.0', 'v20.20.2', 'v22.13.0', 'v22.21.1', 'v24.0.0', 'v26.1.0', 'v100.0.0'])(
  '%s builds', (version) => {
    expect(build(version)).toMatchObject({ status: 0, stdout: 'builds\n' });
  });

test.each(['v18.20.8', 'v20.9.0', 'v20.18.3', 'v21.7.3', 'v22.2.0', 'v22.12.0', 'v23.11.1'])(
  '%s is told what is needed', (version) => {
    const { status, stderr } = build(version);
    expect(status).toBe(1);
    expect(stderr).toBe('Building the page in Recon needs Node.js (20 from 20.19, 22 from 22.13, or 24 and newer) with '
      + `npm on the PATH; here it is ${version}.\n`);
  });

test('the package declares the range that all it builds with has in common', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { engines?: { node?: string } } | undefined>;
  };
  const engines = (path: string) => packages[path]?.engines?.node;
  const { engines: { node } } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
  expect(node).toBe('^20.19.0 || ^22.13.0 || >=24');
  expect([engines(''), engines('node_modules/eslint')]).toEqual([node, node]);
});
