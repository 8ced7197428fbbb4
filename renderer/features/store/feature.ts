import { later } from '../../design/later.tsx'

export const LostPage = later(async () => (await import('./store-page.tsx')).LostPage)
export const StorePage = later(async () => (await import('./store-page.tsx')).StorePage)
