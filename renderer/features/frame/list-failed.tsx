import { SearchX } from 'lucide-react'
import type { AppError } from '#shared/bridge/result.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Calm } from '../../design/calm.tsx'

/** List that could not be read: name, reason and remedy. */
export function ListFailed({ title, error }: { title: string; error: AppError }) {
  const words = errorTexts[error.code]
  return (
    <Calm icon={SearchX} title={title} role="alert">
      <p>
        {words.title} {words.advice}
      </p>
    </Calm>
  )
}
