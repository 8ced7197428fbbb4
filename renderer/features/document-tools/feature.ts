export { ShrinkButton } from './shrink-button.tsx'
export { type MadeDocument, type ToolSource, isHeic, isPdf, isPicture } from './tool-source.ts'
export { CutDialog, JoinDialog, TurnDialog } from './tools.ts'
export { TaskFailed, type WorkerMessage, runInWorker } from './worker-task.ts'
