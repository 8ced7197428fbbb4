import { ChevronLeft, FileX } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import type { AppError } from '#shared/bridge/result.ts'
import type { Route } from '#shared/bridge/route.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Icon } from '../design/icon.tsx'
import { Button } from '../design/button.tsx'
import { Calm } from '../design/layout.tsx'
import { Outlines } from '../design/list.tsx'
import { openRoute } from './route.ts'
import { Page } from './page.tsx'
import '../design/list.css'
import './print-sheet.css'

interface CrumbProps {
  /** Short name of the target; full name in `title`. */
  name: string
  title: string
  onOpen: () => void
}

/** Link one level up, left of a page's title. In a narrow window it shows only its icon. */
export function UpCrumb({ name, title, onOpen }: CrumbProps) {
  return (
    <button type="button" className="crumb" title={title} onClick={onOpen}>
      <Icon of={ChevronLeft} />
      <span>{name}</span>
    </button>
  )
}

interface OpeningPageProps {
  title: string
  section?: string
  error: AppError | undefined
  text: { loading: string; failed: string }
  /** Route of the list that contains the other items. */
  others: Route
  othersName: string
}

/** Page shown while a stored item loads, or if it could not be read. */
export function OpeningPage({ title, section, error, text, others, othersName }: OpeningPageProps) {
  return (
    <Page title={title} {...(section !== undefined && { section })}>
      {error ? (
        <Calm
          role="alert"
          icon={FileX}
          title={text.failed}
          actions={
            <Button tone="primary" onClick={() => openRoute(others)}>
              {othersName}
            </Button>
          }
        >
          <p>
            {errorTexts[error.code].title} {errorTexts[error.code].advice}
          </p>
        </Calm>
      ) : (
        <Outlines rows={6} label={text.loading} />
      )}
    </Page>
  )
}

interface PrintSheetProps {
  title: string
  /** Lines under the title. */
  lines: readonly string[]
  children: ReactNode
  onDone: () => void
}

/** Sheet that is printed instead of the window. It is black on white in every theme. Mount it only while printing. */
export function PrintSheet({ title, lines, children, onDone }: PrintSheetProps) {
  useEffect(() => {
    addEventListener('afterprint', onDone, { once: true })
    print()
    return () => removeEventListener('afterprint', onDone)
  }, [onDone])
  return createPortal(
    <div className="print-sheet">
      <header>
        <h1>{title}</h1>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </header>
      {children}
    </div>,
    document.body,
  )
}
