import './sign.css'

/** Circle yes, triangle caution, octagon stop, circle with ? could not be determined, dashed circle not known yet. */
export type SignKind = 'ok' | 'warn' | 'stop' | 'unknown' | 'none'

const DRAWINGS: Record<SignKind, React.ReactNode> = {
  ok: (
    <>
      <circle className="sign__shape" cx="8" cy="8" r="7.5" />
      <path className="sign__line" d="m4.7 8.2 2.3 2.3 4.4-4.7" />
    </>
  ),
  warn: (
    <>
      <path
        className="sign__shape sign__edge"
        d="M6.9 1.5a1.3 1.3 0 0 1 2.2 0l6.5 11.4a1.2 1.2 0 0 1-1.1 1.8H1.5a1.2 1.2 0 0 1-1.1-1.8z"
      />
      <path className="sign__line" d="M8 5.6v4" />
      <circle className="sign__dot" cx="8" cy="12.1" r="1.05" />
    </>
  ),
  stop: (
    <>
      <path className="sign__shape" d="M4.9.5h6.2L15.5 4.9v6.2l-4.4 4.4H4.9L.5 11.1V4.9z" />
      <path className="sign__line sign__bar" d="M4.6 8h6.8" />
    </>
  ),
  unknown: (
    <>
      <circle className="sign__shape" cx="8" cy="8" r="7.5" />
      <path className="sign__line" d="M6.1 6.2a2 2 0 1 1 2.7 1.9c-.6.3-.8.6-.8 1.3" />
      <circle className="sign__dot" cx="8" cy="11.9" r="1" />
    </>
  ),
  none: <circle className="sign__dashes" cx="8" cy="8" r="6.6" />,
}

/** Sign of a verdict. Always beside its word, so it is decoration for a screen reader. */
export function Sign({ kind, size = 'small' }: { kind: SignKind; size?: 'small' | 'large' }) {
  return (
    <svg className={`sign sign--${kind} sign--${size}`} viewBox="0 0 16 16" aria-hidden="true">
      {DRAWINGS[kind]}
    </svg>
  )
}
