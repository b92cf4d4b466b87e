/** As much of React as the payment's hook and PayPal's adapter use; nothing is drawn. */

interface Hooks {
  readonly cells: unknown[];
  place: number;
  render(): void;
}

let rendering: Hooks | null = null;

/** Calls a hook as a component would, and again whenever its state changes. */
export function mount<T>(use: () => T): { readonly current: T } {
  const result = { current: undefined as T };
  const hooks: Hooks = {
    cells: [],
    place: 0,
    render: () => {
      hooks.place = 0;
      rendering = hooks;
      try {
        result.current = use();
      } finally {
        rendering = null;
      }
    },
  };
  hooks.render();
  return result;
}

function cell<T>(initial: () => T): { get(): T; set(value: T): void } {
  const hooks = rendering;
  if (!hooks) throw new Error("A hook outside of a component.");
  const place = hooks.place++;
  if (!(place in hooks.cells)) hooks.cells[place] = initial();
  return {
    get: () => hooks.cells[place] as T,
    set: (value) => {
      hooks.cells[place] = value;
      hooks.render();
    },
  };
}

export function useReducer<State, Event>(reduce: (state: State, event: Event) => State, initial: State) {
  const state = cell(() => initial);
  return [state.get(), (event: Event) => state.set(reduce(state.get(), event))] as const;
}

export function useState<State>(initial: State) {
  const state = cell(() => initial);
  return [state.get(), (value: State) => state.set(value)] as const;
}

export function useRef<T>(initial: T): { current: T } {
  return rendering ? cell(() => ({ current: initial })).get() : { current: initial };
}

/** Only the adapter's watch over PayPal's script uses it, which is drawn once. */
export function useEffect(act: () => void): void {
  act();
}

export class Component<Props> {
  constructor(readonly props: Props) {}
}
