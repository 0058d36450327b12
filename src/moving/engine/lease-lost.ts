/** The run was deleted, or another process works on it. The work ends without a result. */
export class LeaseLost extends Error {
  constructor() {
    super('The import was deleted, or another process works on it')
    this.name = 'LeaseLost'
  }
}
