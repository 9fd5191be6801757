/** Loaded into the server before anything else: it does not outlive the launcher, not even one killed by -9. */
import { isMainThread } from 'node:worker_threads'

if (isMainThread && process.channel) {
  process.on('disconnect', () => {
    process.kill(process.pid, 'SIGTERM')
    setTimeout(endGroup, 10_000).unref()
  })
}

function endGroup() {
  process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGKILL')
}
