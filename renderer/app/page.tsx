import { type ReactNode, useEffect, useRef } from 'react'
import { RotateCw, Unplug } from 'lucide-react'
import type { View } from '#shared/bridge/routes.ts'
import { frameText, brokenText as text, closedText } from '#shared/text/app.ts'
import { Actions } from '../design/actions.tsx'
import { isFocusNowhere } from '../design/focus-restorer.ts'
import { Button } from '../design/button.tsx'
import { Calm } from '../design/layout.tsx'
import { useLink } from '../replica/use-replica.ts'
import { openRoute } from './route.ts'
import { useShortcuts } from './shortcuts.ts'
import '../design/layout.css'

export interface PageProps {
  title: string
  /** Name of the section. Set it if the title is longer than that name: the window's title shows only the section. */
  section?: string
  /** Name of the object of the page, for the palette. By default the title. */
  name?: string
  /** Section that Escape opens. */
  up?: View
  /** Content left of the title: link one level up, and the plate. */
  lead?: ReactNode
  /** Content right of the title: its state. */
  state?: ReactNode
  /** Line under the title and its state. An empty text reserves the line, so that a late answer moves nothing. */
  detail?: string | undefined
  /** Content after the detail, in its line. */
  afterDetail?: ReactNode
  /** True if the title takes the focus on mount when no other element has it. */
  landing?: boolean
  actions?: ReactNode
  /** True for lists: the body fills the area to its edges and scrolls inside. */
  flush?: boolean
  /** True if the head ends where the text of a page ends, and not at the edge of the window. */
  isMeasured?: boolean
  children: ReactNode
}

/**
 * Page with a header and a body. The header has the only h1. The attention line goes between them (frame.tsx).
 */
export function Page({
  title,
  section = title,
  name = title,
  up,
  lead,
  state,
  detail,
  afterDetail,
  landing = false,
  actions,
  flush = false,
  isMeasured = !flush,
  children,
}: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useShortcuts({ 'page.up': up && (() => openRoute({ view: up })) })
  useEffect(() => {
    document.title = frameText.windowTitle(section)
  }, [section])
  useEffect(() => {
    if (landing && isFocusNowhere()) heading.current?.focus()
  }, [landing])
  const subject = (
    <>
      <h1 ref={heading} tabIndex={landing ? -1 : undefined} title={section === title ? undefined : title}>
        {title}
      </h1>
      {state}
    </>
  )
  return (
    <>
      <header className={isMeasured ? 'page__head page__head--measured' : 'page__head'} data-page-name={name}>
        {lead}
        {detail === undefined ? (
          subject
        ) : (
          <div className="page__subject">
            <div className="page__title">{subject}</div>
            <div className="page__details small">
              <p className="page__detail second clip" title={detail}>
                {detail}
              </p>
              {afterDetail}
            </div>
          </div>
        )}
        {actions && (
          <div className="page__actions">
            <Actions>{actions}</Actions>
          </div>
        )}
      </header>
      <div className={flush ? 'page__body page__body--flush' : 'page__body'}>{children}</div>
    </>
  )
}

/** Part of a page with its title. `aside` is the muted text beside the title. `actions` apply to the whole part. */
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
  /** Name by which training points at the part. */
  point?: string
  children: ReactNode
}) {
  return (
    <section data-point={point}>
      <div className="section__head">
        <h2>{title}</h2>
        {aside !== undefined && <span className="small">{aside}</span>}
        {actions && (
          <div className="section__actions">
            <Actions about={title}>{actions}</Actions>
          </div>
        )}
      </div>
      {children}
    </section>
  )
}

/**
 * Message instead of a page that failed to render or to load. Without the host it offers no reload, which would not
 * help.
 */
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
