import { TypeAhead } from '../../app/panel-state.ts'
import { later } from '../../design/later.tsx'

export const Palette = later(async () => (await import('./palette.tsx')).Palette, TypeAhead)
