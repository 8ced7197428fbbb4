// First, as in the background.
import { schemaConfig } from '#extension/background/jitless.ts'
import { startBackground } from '#extension/background/start-background.ts'
import { createFakeChrome, type FakeChrome } from './fake-chrome.ts'
import { SCENES } from './scenes.ts'

declare global {
  interface Window {
    fake: FakeChrome
  }
}

// In the place of the browser, before a page's own scripts: the background is the real one.
if (schemaConfig.jitless !== true) throw new Error('Schemas would make code at run time.')
const name = new URLSearchParams(location.search).get('scene') ?? ''
const scene = SCENES[name]
if (scene) {
  const fake = createFakeChrome(scene(Date.now()), startBackground)
  Object.assign(window, { fake, chrome: fake.api })
}
