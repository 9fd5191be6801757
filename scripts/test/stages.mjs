/**
 * How long the stages of a run take. Those that run side by side sum up to more than the whole.
 *
 * @returns {{ time: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>, lines: () => string[] }}
 */
export function openStages() {
  const stages = []
  const since = performance.now()
  const time = async (name, work) => {
    const stage = { name, since: performance.now() }
    stages.push(stage)
    try {
      return await work()
    } finally {
      stage.ms = performance.now() - stage.since
    }
  }
  const lines = () => {
    const ended = stages.filter(({ ms }) => ms !== undefined)
    return inSeconds('stage', [...ended, { name: 'all of it', ms: performance.now() - since }])
  }
  return { time, lines }
}

const MOST_FILES = 10

/**
 * The slowest files of each suite that has files.
 *
 * @param {{ name: string, files: { file: string, ms: number }[] }[]} outcomes
 */
export const slowestFiles = outcomes =>
  outcomes
    .filter(({ files = [] }) => files.length > 0)
    .flatMap(({ name, files }) =>
      inSeconds(
        `slowest of ${files.length} files: ${name}`,
        files
          .toSorted((one, other) => other.ms - one.ms)
          .slice(0, MOST_FILES)
          .map(({ file, ms }) => ({ name: file, ms })),
      ),
    )

const inSeconds = (heading, rows) => [
  '',
  `seconds  ${heading}`,
  ...rows.map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)}  ${name}`),
]
