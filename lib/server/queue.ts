import { PgBoss } from 'pg-boss'
import * as z from 'zod'

const ADVANCE = 'advance'
const Job = z.object({ sessionId: z.string() })

type Options = {
  url: string
  /** Begins work on a session; resolves once it has begun. */
  begin: (sessionId: string) => Promise<void>
  log: (message: string, error: unknown) => void
}

/**
 * The job engine behind one door: it delivers “advance session S”, at least once, to one of the processes that run
 * loops. A job carries the session and nothing else, and is done as soon as the work has begun: leases, states and times
 * are in our rows, and a wake that is due is sent again until the rows say otherwise. Jobs of one session are folded into
 * one. Its schema comes with the migrations; what it keeps there it makes itself.
 */
export async function startQueue(options: Options) {
  const boss = new PgBoss({
    connectionString: options.url,
    application_name: 'countersign queue',
    max: 2,
    schedule: false,
    createSchema: false,
    useListenNotify: true,
    superviseIntervalSeconds: 60,
    monitorIntervalSeconds: 300,
  })
  boss.on('error', error => options.log('The job engine reports an error', error))
  await boss.start()
  const settings = { notify: true, retryLimit: 3, retryDelay: 1, expireInSeconds: 60, deleteAfterSeconds: 60 }
  await boss.createQueue(ADVANCE, { policy: 'stately', ...settings })
  const id = await boss.work(
    ADVANCE,
    { batchSize: 20, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 10 },
    async jobs => {
      await Promise.all(jobs.map(job => options.begin(Job.parse(job.data).sessionId)))
      boss.notifyWorker(id)
    },
  )
  return {
    send: async (sessionIds: string[]): Promise<void> => {
      for (const sessionId of sessionIds) {
        await boss.send(ADVANCE, { sessionId }, { singletonKey: sessionId })
      }
    },
    stop: (): Promise<void> => boss.stop({ graceful: false, close: true }),
  }
}
