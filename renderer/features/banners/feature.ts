import { later } from '../../design/later.tsx'

export const Banners = later(async () => (await import('./banners.tsx')).Banners)
