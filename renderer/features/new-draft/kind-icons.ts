import { ArrowLeftRight, CarFront, FileText, type LucideIcon } from 'lucide-react'
import type { DraftKind } from '#shared/domain/procedures/kinds.ts'

/** Icon of each procedure type, in the menu «Nuevo» and in the palette. */
export const KIND_ICONS: Readonly<Record<DraftKind, LucideIcon>> = {
  registration: CarFront,
  transfer: ArrowLeftRight,
  notification: FileText,
}
