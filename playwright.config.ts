import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'playwright/test'
import { PATIENCE_MS } from './test/timeouts'

const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(file => existsSync(file))

/**
 * Chromium loads two pages of its own for its address bar beside each of ours. Of two lists the last counts: the
 * others are those that Playwright leaves out itself.
 */
const LEFT_OUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/**
 * Journeys on the production build in `.next`, each with a server, a database and a workspace that it has for itself.
 * With COUNTERSIGN_TRACE=1 one that fails leaves a trace.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  // What is too long or too rough for every change is called so, and runs in `npm run proof` alone.
  testIgnore: process.env.TEST_SCOPE === 'proof' ? [] : '**/*.proof.*',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: true,
  // A fifth of the time a journey waits for what it has asked: one more than there are cores is at work then.
  workers: availableParallelism() + 1,
  retries: 0,
  forbidOnly: true,
  timeout: 4 * PATIENCE_MS,
  expect: { timeout: PATIENCE_MS },
  reporter: 'list',
  use: {
    locale: 'en-GB',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 800 },
    trace: process.env.COUNTERSIGN_TRACE === '1' ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? installed,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        `--disable-features=${LEFT_OUT}`,
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A name as machines of a network have it: not this machine's own, and so not secure by http.
        '--host-resolver-rules=MAP desk.lan 127.0.0.1',
      ],
    },
  },
})
