import { LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { closedText, frameText } from '#shared/text/app.ts'
import { bannerText } from '#shared/text/app-banners.ts'
import { Icon } from '../../design/icon.tsx'
import { Logo } from '../../design/logo.tsx'
import { useLink } from '../../replica/use-replica.ts'
import './lock-page.css'

export interface LockCardProps {
  title: string
  body: string
  /** What there is to do; not offered once the application has closed. */
  children?: ReactNode
}

/** The only content of a window that shows nothing of the office. */
export function LockCard({ title, body, children }: LockCardProps) {
  const { link } = useLink()
  return (
    <main className="lock">
      <div className="lock__card">
        <p className="lock__product">
          <Logo /> {frameText.product}
        </p>
        <h1>
          <Icon of={LockKeyhole} /> {title}
        </h1>
        <p className="second">{body}</p>
        {link === 'lost' && (
          <p className="small second" role="alert">
            {bannerText.lost}
          </p>
        )}
        {link === 'closed' ? (
          <p role="alert">
            {closedText.title} {closedText.advice}
          </p>
        ) : (
          children
        )}
      </div>
    </main>
  )
}
