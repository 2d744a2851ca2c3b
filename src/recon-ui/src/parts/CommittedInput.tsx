// SPDX-License-Identifier: Apache-2.0
import { useState, type InputHTMLAttributes } from 'react';

interface CommittedInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  value: string;
  commit: (value: string) => void;
}

/** A text field that tells its value on Enter and when it is left, so that half a word asks the ring nothing. */
export function CommittedInput({ value, commit, ...rest }: CommittedInputProps) {
  const [draft, setDraft] = useState({ of: value, text: value });
  const text = draft.of === value ? draft.text : value;
  const done = (input: HTMLInputElement) => {
    if (input.validity.valid && text.trim() !== value) {
      commit(text.trim());
    }
  };
  return (
    <input
      {...rest}
      value={text}
      onChange={(event) => { setDraft({ of: value, text: event.target.value }); }}
      onBlur={(event) => { done(event.target); }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          done(event.currentTarget);
        }
      }}
    />
  );
}
