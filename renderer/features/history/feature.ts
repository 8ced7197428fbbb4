export { setHistoryScope } from './history-scope.ts'
