// SPDX-License-Identifier: Apache-2.0
import { useState } from 'react';

/** Text to copy as it stands. */
export function Copyable({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState<string>();
  const copy = async () => {
    setCopied(await copyText(text) ? text : undefined);
  };
  return (
    <div className="copyable">
      <div className="copyable-head">
        <span>{label}</span>
        <span role="status">{copied === text ? 'Copied' : ''}</span>
        <button type="button" className="small" aria-label={`Copy ${label}`} onClick={() => { void copy(); }}>
          Copy
        </button>
      </div>
      <pre tabIndex={0} aria-label={label}>{text}</pre>
    </div>
  );
}

async function copyText(text: string): Promise<boolean> {
  // Browsers offer the clipboard to pages over https only.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) {
    try {
      await clipboard.writeText(text);
      return true;
    } catch {
      // Not allowed: the old way may be.
    }
  }
  const area = document.createElement('textarea');
  area.value = text;
  // Inside an open dialog nothing outside can be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way over plain http
  const done = document.execCommand('copy');
  area.remove();
  return done;
}
