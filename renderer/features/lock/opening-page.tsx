import { useEffect } from 'react'
import { frameText } from '#shared/text/app.ts'
import '../../app/frame.css'

/** Page shown until the lock state is known. It reveals nothing of the route. */
export function OpeningPage() {
  useBareTitle()
  return (
    <main className="lock">
      <h1 className="visually-hidden">{frameText.product}</h1>
    </main>
  )
}

export function useBareTitle() {
  useEffect(() => {
    document.title = frameText.product
  }, [])
}
