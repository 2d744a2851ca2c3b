// SPDX-License-Identifier: Apache-2.0
import { useEffect, useRef, useState, type InputHTMLAttributes } from 'react';

interface CommittedInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  label: string;
  /** What is said of it where the pointer rests. */
  hint?: string;
  width?: 'narrow' | 'wide';
  value: string;
  commit: (value: string) => void;
  /** What a value has to be, shown while it is wrong. */
  rule?: string;
  /** Whether a pause in typing tells the value too. */
  whileTyping?: boolean;
}

const PAUSE_MILLIS = 400;

/** A labelled text field that tells its value on Enter and when it is left: half a word asks the ring nothing. */
export function CommittedInput(
  { label, hint, width, value, commit, rule, whileTyping = false, ...rest }: CommittedInputProps,
) {
  const [draft, setDraft] = useState({ of: value, text: value, told: value });
  const [wrong, setWrong] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // What was told may come back as the value only after more was typed.
  const text = draft.of === value || draft.told === value ? draft.text : value;
  const done = (input: HTMLInputElement) => {
    clearTimeout(timer.current);
    setWrong(!input.validity.valid);
    const typed = input.value.trim();
    if (input.validity.valid && typed !== value) {
      setDraft((now) => ({ ...now, told: typed }));
      commit(typed);
    }
  };
  useEffect(() => () => { clearTimeout(timer.current); }, []);
  return (
    <label className={width === undefined ? 'field' : `field ${width}`} title={hint}>
      <span>{label}</span>
      <input
        {...rest}
        value={text}
        aria-invalid={wrong}
        onChange={({ target }) => {
          setDraft({ of: value, text: target.value, told: draft.told });
          setWrong(wrong && !target.validity.valid);
          if (whileTyping) {
            clearTimeout(timer.current);
            timer.current = setTimeout(() => { done(target); }, PAUSE_MILLIS);
          }
        }}
        onBlur={(event) => { done(event.target); }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            done(event.currentTarget);
          }
        }}
      />
      {wrong && rule !== undefined && <small className="wrong" role="alert">{rule}</small>}
    </label>
  );
}
