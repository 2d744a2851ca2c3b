// SPDX-License-Identifier: Apache-2.0
interface MeterProps {
  label: string;
  value: number;
  /** Where the bar ends. */
  of: number;
  text: string;
  tone?: 'accent' | 'muted' | 'warn';
}

/** How far something has come, as a bar and in words. */
export function Meter({ label, value, of, text, tone = 'accent' }: MeterProps) {
  const share = of > 0 ? Math.min(1, value / of) : 0;
  return (
    <span className="meter">
      <span
        className="meter-track"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={text}
      >
        <i className={`meter-${tone}`} style={{ width: `${share * 100}%` }} />
      </span>
      <span>{text}</span>
    </span>
  );
}
