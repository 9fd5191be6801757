/**
 * The environment that tests run in: nothing of this installation, no keys of models, and the server in which
 * they make their scratch databases, where one is given.
 *
 * @param {string | undefined} databaseUrl
 */
export function testEnvironment(databaseUrl) {
  const own = /^(DATABASE_URL|PORT|HOST|PG[A-Z]+|COUNTERSIGN_.*|.*_(API_KEY|BASE_URL))$/
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)))
  const test = databaseUrl ? { TEST_DATABASE_URL: databaseUrl } : {}
  return { ...env, NEXT_TELEMETRY_DISABLED: '1', ...test }
}
