import { useEffect, useState } from 'react'
import './list.css'

/** An answer of this PC takes less: an earlier outline would only flicker. */
const AFTER_MS = 150

/** Placeholder of rows that take long to load. `label` announces the loading to a screen reader. */
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
