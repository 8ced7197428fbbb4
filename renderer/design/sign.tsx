import './sign.css'
import { type SignKind, signShapes } from './sign-shapes.ts'

export type { SignKind } from './sign-shapes.ts'

/** Sign of a verdict. Always beside its word, so it is decoration for a screen reader. */
export function Sign({ kind, size = 'small' }: { kind: SignKind; size?: 'small' | 'large' }) {
  return (
    <svg className={`sign sign--${kind} sign--${size}`} viewBox="0 0 16 16" aria-hidden="true">
      {signShapes[kind].map(({ tag: Shape, className, attributes }) => (
        <Shape key={className} className={className} {...attributes} />
      ))}
    </svg>
  )
}
