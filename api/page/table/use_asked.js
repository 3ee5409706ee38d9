// Something that a component asks of the service while it is drawn.
import { useEffect, useState } from "../html.js";
import { tellings } from "./live.js";

/** What `asking` answers, asked once for each key and telling of the table; null while it is on the way, undefined where there is no answer. */
export function useAsked(about, asking) {
  const key = `${tellings.value}|${about}`;
  const [found, setFound] = useState({});
  useEffect(() => {
    let wanted = true;
    asking().then((said) => wanted && setFound({ key, said }), () => wanted && setFound({ key, said: undefined }));
    return () => (wanted = false);
  }, [key]);
  return found.key === key ? found.said : null;
}
