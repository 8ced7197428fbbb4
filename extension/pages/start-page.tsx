import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { PageName } from '../page-messages.ts'
import { connectPage } from './client.ts'
import { ClientContext } from './client-context.ts'
import './base.css'

/** Draws a page of the extension, over its port to the background. */
export function startPage(page: PageName, content: ReactNode): void {
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <ClientContext value={connectPage(page)}>{content}</ClientContext>
    </StrictMode>,
  )
}
