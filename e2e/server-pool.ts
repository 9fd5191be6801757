import { Installation } from './installation'

/** Keeps a server for the next journey of a worker: starting one takes longer than many a journey. */
export class ServerPool {
  private spare: Installation | null = null

  async take(): Promise<Installation> {
    const installation = this.spare ?? (await Installation.open())
    this.spare = null
    return installation
  }

  /** After a journey that failed, or one that may have left something behind, the server is thrown away. */
  async giveBack(installation: Installation, isPassed: boolean): Promise<void> {
    if (isPassed && !this.spare && (await installation.clear())) this.spare = installation
    else await installation.close()
  }

  async close(): Promise<void> {
    await this.spare?.close()
  }
}
