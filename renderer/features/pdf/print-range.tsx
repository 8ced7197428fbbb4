import { useState } from 'react'
import { pdfText as text } from '#shared/text/app-pdf.ts'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/field.tsx'
import { TitledDialog } from '../../design/titled-dialog.tsx'
import { MAX_PRINT_PAGES, type PageRange } from './print-sheet.ts'

export interface PrintRangeProps {
  pages: number
  /** Current page. */
  page: number
  saving: boolean
  onPrint: (range: PageRange) => void
  onSave: () => void
  onClose: () => void
}

/** Pages of a long document to print: they do not all fit in one job. */
export function PrintRange({ pages, page, saving, onPrint, onSave, onClose }: PrintRangeProps) {
  const [from, setFrom] = useState(String(page))
  const [to, setTo] = useState(String(Math.min(pages, page + MAX_PRINT_PAGES - 1)))
  const [strict, setStrict] = useState(false)
  const range = { from: wholeNumber(from), to: wholeNumber(to) }
  const problem = problemOf(range, pages)

  const submit = () => {
    setStrict(true)
    if (problem === null) onPrint(range)
  }
  const field = { inputMode: 'numeric', autoComplete: 'off', maxLength: 9, width: 'number' } as const
  return (
    <TitledDialog
      title={text.rangeTitle}
      actions={
        <>
          <Button tone="primary" type="submit">
            {text.print}
          </Button>
          <Button disabled={saving} onClick={onSave}>
            {text.save}
          </Button>
          <Button onClick={onClose}>{text.cancel}</Button>
        </>
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{text.rangeBody(pages, MAX_PRINT_PAGES)}</p>
      <div className="print-range__fields">
        <Field
          {...field}
          label={text.rangeFrom}
          value={from}
          aria-invalid={strict && problem !== null}
          onChange={(event) => setFrom(event.target.value)}
        />
        <Field
          {...field}
          label={text.rangeTo}
          value={to}
          aria-invalid={strict && problem !== null}
          onChange={(event) => setTo(event.target.value)}
        />
      </div>
      {strict && problem !== null && (
        <p className="print-range__problem" role="alert">
          {problem}
        </p>
      )}
    </TitledDialog>
  )
}

const wholeNumber = (typed: string): number => (/^\s*\d+\s*$/.test(typed) ? Number(typed) : Number.NaN)

function problemOf({ from, to }: PageRange, pages: number): string | null {
  if (!(from >= 1 && to >= from && to <= pages)) return text.rangeWrong(pages)
  const asked = to - from + 1
  return asked > MAX_PRINT_PAGES ? text.rangeTooLong(asked, MAX_PRINT_PAGES) : null
}
