export { startLockActivity } from './lock-activity.ts'
export { LockGate } from './lock-gate.tsx'
export { lockNow } from './lock-now.ts'
export { PinDialog, type PinPurpose } from './pin-dialog.tsx'
