import { test as base } from '@playwright/test'
import { startApplication, temporaryDataDir, type Application } from '#tests/fakes/application.ts'

/** The demonstration as `npm start` opens it for the first time. */
export const test = base.extend<{ start: () => Promise<Application> }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs off this pattern
  start: async ({}, use) => {
    const directory = await temporaryDataDir()
    const running: Application[] = []
    await use(async () => {
      const application = await startApplication(directory.path, ['--port=0', '--sample-office'])
      running.push(application)
      return application
    })
    await Promise.all(running.map((one) => one.stop()))
    await directory.remove()
  },
})
