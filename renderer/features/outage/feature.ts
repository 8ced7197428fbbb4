export { SaveAttemptsButton, useOutageEnd } from './outage-parts.tsx'
export { serviceTrouble } from './service-trouble.ts'
