import { type FormEvent, useState } from 'react'
import { pdfText as text } from '#shared/text/app-pdf.ts'

export interface PageFieldProps {
  page: number
  pages: number
  onGo: (page: number) => void
}

/** Number of the current page, and field to go to another. */
export function PageField({ page, pages, onGo }: PageFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = Number(typed ?? page)
    setTyped(null)
    if (Number.isInteger(wanted)) onGo(wanted)
  }
  return (
    <form className="page-field small figures" onSubmit={submit} noValidate>
      <input
        className="page-field__input"
        aria-label={text.goToPage}
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        value={typed ?? page}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
        onBlur={() => setTyped(null)}
        onFocus={(event) => event.target.select()}
      />
      <span role="status" aria-label={text.pageOf(page, pages)}>
        {text.ofPages(pages)}
      </span>
    </form>
  )
}
