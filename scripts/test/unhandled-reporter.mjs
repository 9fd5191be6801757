import fs from 'node:fs'

/** A reporter of Vitest: writes the errors that no test caught, and from which file they came, to TEST_UNHANDLED_FILE. */
export default class UnhandledReporter {
  onTestRunEnd(_modules, errors) {
    const told = errors.map(({ VITEST_TEST_PATH: file, stack, message }) => ({
      file,
      message: stack ?? message,
    }))
    fs.writeFileSync(process.env.TEST_UNHANDLED_FILE, JSON.stringify(told))
  }
}
