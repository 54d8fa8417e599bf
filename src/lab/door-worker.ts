import { expose } from 'comlink';
import type { DeskDoor } from '../../workers/desk-door.ts';
import type { EngineDoor } from '../../workers/engine-door.ts';

/** A worker in the same thread: the test plays the part behind the door. */
export class DoorWorker extends EventTarget {
  static door: Partial<EngineDoor & DeskDoor> = {};
  static newest: DoorWorker | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  onmessageerror: (() => void) | null = null;
  isTerminated = false;
  readonly #channel = new MessageChannel();

  constructor() {
    super();
    DoorWorker.newest = this;
    expose(DoorWorker.door, this.#channel.port2);
    this.#channel.port2.start();
    this.#channel.port1.start();
  }

  override addEventListener(type: string, heard: EventListener | null): void {
    if (heard !== null) this.#channel.port1.addEventListener(type, heard);
  }

  override removeEventListener(type: string, heard: EventListener | null): void {
    if (heard !== null) this.#channel.port1.removeEventListener(type, heard);
  }

  postMessage(message: unknown, also: Transferable[]): void {
    this.#channel.port1.postMessage(message, also);
  }

  /** Only marked: what was said before is on its way, as it is from a real worker. */
  terminate(): void {
    this.isTerminated = true;
  }

  close(): void {
    this.#channel.port1.close();
  }
}
