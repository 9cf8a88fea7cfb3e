// The door between Python and the matcher (question.hpp): the lists of a problem in, the list of partners out.

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <algorithm>
#include <cstdint>
#include <new>
#include <vector>

#include "question.hpp"

namespace {

// Python has raised an exception.
struct Raised {};

// Let Python handle signals, whose handlers may raise an exception.
void handle_signals() {
    if (PyErr_CheckSignals() < 0) throw Raised();
}

// A reference to an object of Python, which is given back at the end.
struct Owned {
    PyObject *object;
    explicit Owned(PyObject *made) : object(made) {
        if (!object) throw Raised();
    }
    Owned(const Owned &) = delete;
    Owned &operator=(const Owned &) = delete;
    ~Owned() { Py_XDECREF(object); }

    // Hand the reference over to the caller.
    PyObject *release() {
        PyObject *given = object;
        object = nullptr;
        return given;
    }
};

// Only an `int` is taken, so that no code of Python runs while a list is read.
int64_t whole_number(PyObject *object) {
    if (!PyLong_Check(object)) {
        PyErr_SetString(PyExc_TypeError, "a question consists of whole numbers");
        throw Raised();
    }
    long long number = PyLong_AsLongLong(object);
    if (number == -1 && PyErr_Occurred()) throw Raised();
    return number;
}

// A list or tuple of Python, or the items of another iterable.
struct Items : Owned {
    explicit Items(PyObject *sequence) : Owned(PySequence_Fast(sequence, "a question consists of sequences")) {}
    Py_ssize_t size() const { return PySequence_Fast_GET_SIZE(object); }
    PyObject *operator[](Py_ssize_t place) const { return PySequence_Fast_GET_ITEM(object, place); }
};

// Add the numbers of a sequence, which must have `width` numbers unless it is -1.
void add_numbers(PyObject *sequence, std::vector<int64_t> &words, Py_ssize_t width = -1) {
    Items items(sequence);
    if (width >= 0 && items.size() != width) throw matching::BadQuestion("a row has another number of numbers");
    for (Py_ssize_t i = 0; i < items.size(); ++i) words.push_back(whole_number(items[i]));
}

// Add the numbers of all rows, and return how many rows there are.
int64_t add_rows(const Items &rows, std::vector<int64_t> &words, Py_ssize_t width) {
    for (Py_ssize_t i = 0; i < rows.size(); ++i) add_numbers(Owned(Py_NewRef(rows[i])).object, words, width);
    return rows.size();
}

// Write a problem in the words of question.hpp.
std::vector<int64_t> words_of(PyObject *pairs, PyObject *alone, PyObject *shares, PyObject *numbers, PyObject *sums,
                              PyObject *digits, int64_t members, int64_t bye) {
    std::vector<int64_t> words(8), singles, costs, parts;
    const Items each_pair(pairs), each(alone);
    // Without this, the words of a large graph would need twice the memory while they grow.
    words.reserve(8 + 3 * each_pair.size() + 8 * each.size());
    const int64_t edges = add_rows(each_pair, words, 3);
    for (Py_ssize_t i = 0; i < each.size(); ++i) singles.push_back(each[i] == Py_None ? -1 : whole_number(each[i]));
    for (size_t i = 10; i < words.size(); i += 3) costs.push_back(words[i]);
    costs.insert(costs.end(), singles.begin(), singles.end());
    std::sort(costs.begin(), costs.end());
    costs.erase(std::unique(costs.begin(), costs.end()), costs.end());
    costs.erase(std::remove(costs.begin(), costs.end(), -1), costs.end());
    words.insert(words.end(), singles.begin(), singles.end());
    for (int64_t cost : costs) {
        Owned key(PyLong_FromLongLong(cost)), its_parts(PyObject_GetItem(shares, key.object));
        words.push_back(cost);
        words.push_back(add_rows(Items(its_parts.object), parts, 2));
    }
    words.insert(words.end(), parts.begin(), parts.end());
    const size_t start = words.size();
    add_numbers(numbers, words);
    if (words.size() == start) words.resize(start + singles.size(), -1);
    const int64_t ordered = add_rows(Items(sums), words, 2), places = add_rows(Items(digits), words, 4);
    const int64_t head[] = {static_cast<int64_t>(singles.size()), edges, static_cast<int64_t>(costs.size()),
                            static_cast<int64_t>(parts.size() / 2), ordered, places, members, bye};
    std::copy(head, head + 8, words.begin());
    return words;
}

PyObject *lightest(PyObject *, PyObject *arguments) {
    PyObject *pairs, *alone, *shares, *numbers, *sums, *digits;
    long long members, bye;
    if (!PyArg_ParseTuple(arguments, "OOOOOOLL", &pairs, &alone, &shares, &numbers, &sums, &digits, &members, &bye))
        return nullptr;
    try {
        std::vector<int64_t> words = words_of(pairs, alone, shares, numbers, sums, digits, members, bye);
        matching::Question question(words.data(), words.size());
        std::vector<int64_t>().swap(words);
        std::vector<int> mates;
        if (question.vertices()) {
            mates = question.answer();
            if (mates.empty()) Py_RETURN_NONE;
        }
        Owned found(PyList_New(static_cast<Py_ssize_t>(mates.size())));
        for (size_t i = 0; i < mates.size(); ++i)
            PyList_SET_ITEM(found.object, static_cast<Py_ssize_t>(i), Owned(PyLong_FromLong(mates[i])).release());
        return found.release();
    } catch (const matching::BadQuestion &error) {
        PyErr_SetString(PyExc_ValueError, error.what());
    } catch (const matching::TooLong &error) {
        PyErr_SetString(PyExc_OverflowError, error.what());
    } catch (const Raised &) {
        // Python knows what is wrong, or which signal came.
    } catch (const std::bad_alloc &) {
        PyErr_NoMemory();
    }
    return nullptr;
}

PyMethodDef methods[] = {
    {"lightest", lightest, METH_VARARGS, "The partner of each vertex in the cheapest matching, -1 for none, or None."},
    {nullptr, nullptr, 0, nullptr}};

PyModuleDef module = {PyModuleDef_HEAD_INIT, "native", nullptr, 0, methods, nullptr, nullptr, nullptr, nullptr};

}  // namespace

PyMODINIT_FUNC PyInit_native(void) {
    matching::between_stages = handle_signals;
    return PyModule_Create(&module);
}
