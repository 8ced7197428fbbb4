export { finishInbox } from './inbox-actions.ts'
