import { parentPort } from 'node:worker_threads'
import { JOBS, type JobMessage, type JobReply, type ThreadMessage } from './jobs'

/** The program of each thread of the pool: it runs one Job after another. */
parentPort?.on('message', async ({ name, input }: JobMessage) => tell(await replyTo(name, input)))
tell({ kind: 'ready' })

function tell(message: ThreadMessage): void {
  parentPort?.postMessage(message)
}

async function replyTo(name: string, input: unknown): Promise<JobReply> {
  try {
    const job = JOBS.get(name)
    if (!job) throw new Error(`There is no job named ${name}.`)
    return { kind: 'done', output: await job.run(input as never) }
  } catch (error) {
    return { kind: 'failed', error }
  }
}
