import { type ReactNode, useEffect } from 'react'
import { frameText } from '#shared/text/app.ts'
import { Banners } from './banners.tsx'
import './page.css'

export interface PageProps {
  title: string
  actions?: ReactNode
  /** The body fills the area to its edges and scrolls inside: for lists. */
  flush?: boolean
  children: ReactNode
}

/** A page: its header with the only h1, the banners of the application, and the body. */
export function Page({ title, actions, flush = false, children }: PageProps) {
  useEffect(() => {
    document.title = frameText.windowTitle(title)
  }, [title])
  return (
    <>
      <header className="page__head">
        <h1>{title}</h1>
        {actions && <div className="page__actions">{actions}</div>}
      </header>
      <Banners />
      <div className={flush ? 'page__body page__body--flush' : 'page__body'}>{children}</div>
    </>
  )
}

/** A part of a page with its title; `aside` is the quiet word beside it. */
export function Section({
  title,
  aside,
  children,
}: {
  title: string
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <section>
      <div className="section__head">
        <h2>{title}</h2>
        {aside !== undefined && <span className="small">{aside}</span>}
      </div>
      {children}
    </section>
  )
}
