import './verdict.css'

type Tone =
  'unknown' | 'draft' | 'blocked' | 'pending' | 'progress' | 'hold' | 'done' | 'cancelled' | 'delivered'

/** Tones by state of procedures and signatures. An unknown state is a grey ring with three dots. */
const TONES: Readonly<Record<string, Tone>> = {
  DRAFT: 'draft',
  BLOCKED: 'blocked',
  PENDING: 'pending',
  IN_PROGRESS: 'progress',
  ON_HOLD: 'hold',
  DONE: 'done',
  CANCELLED: 'cancelled',
  DELIVERED_TO_CLIENT: 'delivered',
  submitted: 'pending',
  sent: 'hold',
  signed: 'done',
  rejected: 'blocked',
  expired: 'cancelled',
}

const ring = <circle className="state-glyph__line" cx="8" cy="8" r="6.2" />
const disc = <circle className="state-glyph__shape" cx="8" cy="8" r="7" />

const DRAWINGS: Record<Tone, React.ReactNode> = {
  unknown: (
    <>
      {ring}
      <path className="state-glyph__line" d="M5.3 8h0M8 8h0M10.7 8h0" />
    </>
  ),
  draft: <circle className="state-glyph__line" cx="8" cy="8" r="6.2" strokeDasharray="2.2 1.7" />,
  blocked: (
    <>
      <path className="state-glyph__shape" d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z" />
      <path className="state-glyph__mark" d="M8 4.6v4" />
      <circle className="state-glyph__dot" cx="8" cy="11.2" r="1" />
    </>
  ),
  pending: ring,
  progress: (
    <>
      {ring}
      <path className="state-glyph__shape" d="M8 4.2a3.8 3.8 0 0 1 0 7.6z" />
    </>
  ),
  hold: (
    <>
      {ring}
      <path className="state-glyph__line" d="M6.3 5.8v4.4M9.7 5.8v4.4" />
    </>
  ),
  done: (
    <>
      {disc}
      <path className="state-glyph__mark" d="m5 8.2 2.1 2.1 4-4.3" />
    </>
  ),
  cancelled: (
    <>
      {disc}
      <path className="state-glyph__mark" d="m5.7 5.7 4.6 4.6M10.3 5.7l-4.6 4.6" />
    </>
  ),
  // A sheet that is handed over. A square with a check would look like a ticked checkbox.
  delivered: (
    <>
      <path
        className="state-glyph__shape"
        d="M4 .8h5.6l4.2 4.2v8.8a1.4 1.4 0 0 1-1.4 1.4H4a1.4 1.4 0 0 1-1.4-1.4V2.2A1.4 1.4 0 0 1 4 .8z"
      />
      <path className="state-glyph__mark" d="M5.2 9.2h5.4M8.5 6.9l2.3 2.3-2.3 2.3" />
    </>
  ),
}

const stateTone = (state: string): Tone =>
  (Object.hasOwn(TONES, state) ? TONES[state] : undefined) ?? 'unknown'

/** Class with the colours of a state. The content must also name the state in words. */
export const stateClass = (state: string): string => `state--${stateTone(state)}`

export interface StateGlyphProps {
  /** State as the service names it, even an unknown one. */
  state: string
  /** Accessible name of a glyph without a word beside it. Without a label, screen readers skip the glyph. */
  label?: string
}

/** Glyph of the state of a procedure or a signature, 16 px. Shape and tone tell the state. */
export function StateGlyph({ state, label }: StateGlyphProps) {
  const tone = stateTone(state)
  return (
    <svg
      className={`state-glyph state--${tone}`}
      viewBox="0 0 16 16"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {DRAWINGS[tone]}
    </svg>
  )
}

/** Glyph and word in the tone of the state, for rows. `help` is the topic that F1 opens there. */
export function StateWord({ state, label, help }: Required<StateGlyphProps> & { help?: string }) {
  return (
    <span className={`state-word state--${stateTone(state)}`} data-help={help}>
      <StateGlyph state={state} />
      <span className="clip" title={label}>
        {label}
      </span>
    </span>
  )
}

/** Glyph and word on the background of the state, for the header of a page. */
export function StateChip({ state, label }: Required<StateGlyphProps>) {
  return (
    <span className={`state-word state-chip state--${stateTone(state)}`}>
      <StateGlyph state={state} />
      <span className="clip" title={label}>
        {label}
      </span>
    </span>
  )
}
