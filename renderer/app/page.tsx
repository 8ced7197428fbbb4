import { type ReactNode, useEffect, useRef } from 'react'
import { RotateCw, Unplug } from 'lucide-react'
import { frameText, brokenText as text, closedText } from '#shared/text/app.ts'
import { isFocusNowhere } from '../design/focus-restorer.ts'
import { Button } from '../design/button.tsx'
import { Calm } from '../design/layout.tsx'
import { useLink } from '../replica/use-replica.ts'
import '../design/layout.css'

interface PageProps {
  title: string
  /** Section name, where the title says more: the window's title shows only the section. */
  section?: string
  /** Left of the title: link one level up, and the plate. */
  lead?: ReactNode
  /** Right of the title: its state. */
  state?: ReactNode
  /** Focuses the title on landing if nothing has the focus. */
  landing?: boolean
  actions?: ReactNode
  /** The body fills the area to its edges and scrolls inside: for lists. */
  flush?: boolean
  children: ReactNode
}

/** Page with its header, which has the only h1, and body. The application's banners go between (frame.tsx). */
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

/** Part of a page with its title; `aside` is the muted text beside it, `actions` apply to all of it. */
export function Section({
  title,
  aside,
  actions,
  point,
  children,
}: {
  title: string
  aside?: ReactNode
  actions?: ReactNode
  /** Name that training points at. */
  point?: string
  children: ReactNode
}) {
  return (
    <section data-point={point}>
      <div className="section__head">
        <h2>{title}</h2>
        {aside !== undefined && <span className="small">{aside}</span>}
        {actions && <div className="section__actions">{actions}</div>}
      </div>
      {children}
    </section>
  )
}

/** Shown for a page that failed to render or to load. It offers no reload without the host, which would not help. */
export function BrokenPage() {
  const isLost = useLink().link === 'lost'
  return (
    <Page title={frameText.product} landing>
      <Calm
        icon={Unplug}
        title={isLost ? text.lost : text.title}
        role="alert"
        actions={
          !isLost && (
            <Button tone="primary" icon={RotateCw} onClick={() => location.reload()}>
              {text.reload}
            </Button>
          )
        }
      >
        <p>{isLost ? closedText.advice : text.advice}</p>
      </Calm>
    </Page>
  )
}
