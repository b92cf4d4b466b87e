import {
  type ChangeEvent,
  type ComponentPropsWithRef,
  type Ref,
  useCallback,
  useLayoutEffect,
  useRef,
} from "react";

interface PhoneTextProps extends ComponentPropsWithRef<"input"> {
  /** What the field is to hold, where that is not what somebody has typed into it. */
  text?: string;
  onText?: ((text: string) => void) | undefined;
}

/**
 * The line of text of a phone number. The package formats what is typed; here the field itself holds it, as all fields of the
 * form do. So nothing that was typed before hydration is lost, and where the package's text differs from the field's (it empties
 * it when the country changes), the field's is handed to it once more.
 */
export function PhoneText({ ref, value, onChange, text = "", onText, ...input }: PhoneTextProps) {
  const field = useRef<HTMLInputElement>(null);
  const written = useRef(text);
  const reported = useRef(value);
  const setField = useCallback(
    (element: HTMLInputElement | null) => {
      field.current = element;
      hand(ref, element);
    },
    [ref],
  );

  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    if (text !== written.current && text !== element.value) element.value = text;
    written.current = text;
    if (element.value !== value) format(element, onChange);
    if (value === reported.current) return;
    reported.current = value;
    onText?.(element.value);
  });

  return <input {...input} ref={setField} type="tel" onChange={onChange} />;
}

/** Has the package read and format what the field holds. A selection stays. */
function format(element: HTMLInputElement, onChange: PhoneTextProps["onChange"]): void {
  const { value, selectionStart, selectionEnd } = element;
  onChange?.({ target: element, currentTarget: element } as ChangeEvent<HTMLInputElement>);
  if (element.value === value) element.setSelectionRange(selectionStart, selectionEnd);
}

function hand(ref: Ref<HTMLInputElement> | undefined, element: HTMLInputElement | null): void {
  if (typeof ref === "function") ref(element);
  else if (ref) ref.current = element;
}
