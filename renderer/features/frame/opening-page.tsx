import { FileX } from 'lucide-react'
import type { AppError } from '#shared/bridge/result.ts'
import type { Route } from '#shared/bridge/route.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/layout.tsx'
import { Outlines } from '../../design/list.tsx'
import { openRoute } from '../../ui-state/route.ts'
import { Page } from './page.tsx'

export interface OpeningPageProps {
  title: string
  section?: string
  error: AppError | undefined
  text: { loading: string; failed: string }
  /** Route of the list with the others. */
  others: Route
  othersName: string
}

/** Placeholder of a stored item that is loading or could not be read. */
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
