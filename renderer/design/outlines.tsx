import { useEffect, useState } from 'react'
import './outlines.css'

/** An answer of this PC takes less: what is drawn sooner only flickers. */
const AFTER_MS = 150

/** Where rows will be, when they take their time. `label` says to a screen reader that they are being read. */
export function Outlines({ rows, label }: { rows: number; label: string }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!late) return null
  return (
    <>
      <p className="visually-hidden" role="status">
        {label}
      </p>
      <div className="outlines" aria-hidden="true">
        {Array.from({ length: rows }, (_, index) => (
          <span key={index} />
        ))}
      </div>
    </>
  )
}
