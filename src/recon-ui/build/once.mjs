// SPDX-License-Identifier: Apache-2.0
// Runs npm steps of the Maven build, each only when something that it reads has changed since it last went well, and shows
// what they say only if they fail:
// node build/once.mjs install|build|test
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const settings = ['package.json', 'package-lock.json'];
const sources = [...settings, 'src', 'public', 'build', 'index.html', 'tsconfig.json', 'vite.config.ts', 'eslint.config.js',
  '../../api-spec/openapi.yaml'];
const generated = 'contract.generated.ts';

/** The note of an install goes away with what was installed, the others with mvn clean. */
const steps = {
  install: { reads: settings, npm: ['ci', '--no-audit', '--no-fund'], note: 'node_modules/.installed' },
  build: { reads: sources, npm: ['run', 'build'], note: 'target/page.built' },
  test: { reads: [...sources, 'test'], npm: ['test'], note: 'target/page.tested' },
};

function files(path) {
  if (!statSync(path).isDirectory()) {
    return [path];
  }
  return readdirSync(path).filter((name) => name !== generated).sort().flatMap((name) => files(join(path, name)));
}

const step = steps[process.argv[2]];
const digest = createHash('sha256').update(process.version);
step.reads.flatMap(files).forEach((file) => digest.update(file).update('\0').update(readFileSync(file)).update('\0'));
const now = digest.digest('hex');

if (existsSync(step.note) && readFileSync(step.note, 'utf8') === now) {
  console.log(`npm ${step.npm.join(' ')}: nothing has changed`);
} else {
  const { status, output } = spawnSync('npm', step.npm, { stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: Infinity });
  if (status === 0) {
    mkdirSync(dirname(step.note), { recursive: true });
    writeFileSync(step.note, now);
    console.log(`npm ${step.npm.join(' ')}: done`);
  } else {
    output.filter(Boolean).forEach((text) => process.stderr.write(text));
  }
  process.exitCode = status ?? 1;
}
