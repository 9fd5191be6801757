import { parentPort } from 'node:worker_threads'
import { JOBS, type JobMessage, type JobReply, type ThreadMessage } from './jobs'

/** The program of each thread of the pool: it runs one Job after another. */
parentPort?.on('message', ({ name, input }: JobMessage) => tell(replyTo(name, input)))
tell({ kind: 'ready' })

function tell(message: ThreadMessage): void {
  parentPort?.postMessage(message)
}

function replyTo(name: string, input: unknown): JobReply {
  try {
    const job = JOBS.get(name)
    if (!job) throw new Error(`There is no job named ${name}.`)
    return { kind: 'done', output: job.run(input as never) }
  } catch (error) {
    return { kind: 'failed', error }
  }
}
