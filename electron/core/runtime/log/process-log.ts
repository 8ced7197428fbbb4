import { join } from 'node:path'
import { openLogFile, type LogFile } from './log-file.ts'
import { createLog, type Log } from './log.ts'

/** Log of a host and of every process it starts: on its terminal and in a file of the data directory. */
export interface ProcessLog extends Log {
  readonly file: LogFile
}

/** Only for the process that holds the data directory: the file has one writer. */
export function openProcessLog(dataDir: string, say: (line: string) => void): ProcessLog {
  const file = openLogFile(join(dataDir, 'logs'))
  const log = createLog((line) => {
    say(line)
    file.append(line)
  })
  return { ...log, file }
}
