import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { brokenText } from '#shared/text/app.ts'
import { ErrorBoundary } from '../../design/error-boundary.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/layout.tsx'

/** A part of a plate that loads later: where it cannot, it says so, and the verdict stays. */
export function PlatePart({ vrm, children }: { vrm: string; children: ReactNode }) {
  const broken = (
    <Notice role="note" tone="warn" icon={<Icon of={TriangleAlert} />}>
      {brokenText.part}
    </Notice>
  )
  return (
    <ErrorBoundary resetKey={vrm} fallback={broken}>
      {children}
    </ErrorBoundary>
  )
}
