import { later } from '../../design/later.tsx'
export { KeychainCard } from './keychain-care.tsx'

export const KeychainPage = later(async () => (await import('./keychain-page.tsx')).KeychainPage)
