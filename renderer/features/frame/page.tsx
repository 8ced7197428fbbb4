import { type ReactNode, useEffect, useRef } from 'react'
import { frameText } from '#shared/text/app.ts'
import { isFocusNowhere } from '../../design/focus-keeper.ts'
import './page.css'

export interface PageProps {
  title: string
  /** The section, where the title says more: a window's title says no more than that. */
  section?: string
  /** At the left of the title: where it hangs from, and the plate it is about. */
  lead?: ReactNode
  /** At the right of the title: the state it is in. */
  state?: ReactNode
  /** Whoever lands here with the focus nowhere begins at the title. */
  landing?: boolean
  actions?: ReactNode
  /** The body fills the area to its edges and scrolls inside: for lists. */
  flush?: boolean
  children: ReactNode
}

/** A page: its header with the only h1, and the body. The banners of the application are drawn between (frame.tsx). */
export function Page({
  title,
  section = title,
  lead,
  state,
  landing = false,
  actions,
  flush = false,
  children,
}: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = frameText.windowTitle(section)
  }, [section])
  useEffect(() => {
    if (landing && isFocusNowhere()) heading.current?.focus()
  }, [landing])
  return (
    <>
      <header className="page__head">
        {lead}
        <h1 ref={heading} tabIndex={landing ? -1 : undefined} title={section === title ? undefined : title}>
          {title}
        </h1>
        {state}
        {actions && <div className="page__actions">{actions}</div>}
      </header>
      <div className={flush ? 'page__body page__body--flush' : 'page__body'}>{children}</div>
    </>
  )
}

/** A part of a page with its title; `aside` is the quiet word beside it, `actions` what is done with all of it. */
export function Section({
  title,
  aside,
  actions,
  children,
}: {
  title: string
  aside?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <section>
      <div className="section__head">
        <h2>{title}</h2>
        {aside !== undefined && <span className="small">{aside}</span>}
        {actions && <div className="section__actions">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
