import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

<<<<<<< HEAD
// ms; one second is too few where everything else runs beside it
configure({ asyncUtilTimeout: 15_000 });
=======
configure({ asyncUtilTimeout: 10_000 }); // ms; one second is too little where everything else runs beside it
>>>>>>> 3207590 (Let component tests answer the API's calls by its own document)

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
